"""What Qt's GUI module takes along: PyInstaller's choice without the plugins that nothing here asks for.

They are left out here, before they are followed further, so that the libraries behind them stay out as well:
GTK, a network stack, screens without a window system, picture formats.
"""

import re

from PyInstaller.utils.hooks.qt import add_qt6_dependencies

UNUSED = re.compile(
    r"[/\\](egldeviceintegrations|generic|networkinformation|tls)[/\\]"
    r"|[/\\]platforms[/\\]libq(eglfs|linuxfb|minimal|minimalegl|vkkhrdisplay|vnc)\."
    r"|[/\\]platforminputcontexts[/\\]libqtvirtualkeyboard"
    r"|[/\\]platformthemes[/\\]libqgtk3\."
    r"|[/\\]imageformats[/\\](lib)?q(?!svg|ico|icns)"
)

hiddenimports, binaries, datas = add_qt6_dependencies(__file__)
binaries = [(source, place) for source, place in binaries if not UNUSED.search(str(source))]
