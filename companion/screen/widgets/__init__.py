"""The widgets of pages: fields, lists, keyboards, pictures."""
