"""The web app of campaigns: pages of annotators and organisers."""
