"""What the command line owes whoever it refuses."""


def assert_refused(result, *words):
    status, out, err = result
    assert status == 2
    assert out == ""
    assert err.startswith("transformer-sandbox: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    for word in words:
        assert word in err
