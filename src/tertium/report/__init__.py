"""From results to what people read: tables, charts, pages."""
