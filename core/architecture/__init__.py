"""What a model is: option records, parts that append steps, stacks that assemble parts, presets."""
