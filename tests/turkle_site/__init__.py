"""Turkle, which shows files for Mechanical Turk: a Django site around the package.

`python -m tests.turkle_site` runs one command of it; TURKLE_FOLDER is where it keeps its data:

    publish TEMPLATE CSV ASSIGNMENTS USER...   make the site with a project, a batch and users
    serve PORT                                 serve it
    results CSV                                write the results of the batch
"""
