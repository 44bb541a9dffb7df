"""What is generated: types of the API, errors by reason, the blocking client."""
