"""Metrics: one file each, named as in `-m NAME`, with the metric as `METRIC`.

This module makes metrics from their printed form, and scores outputs.
"""

from tertium.metrics._making import default_metrics as default_metrics
from tertium.metrics._making import metric as metric
from tertium.metrics._making import metric_class as metric_class
from tertium.metrics._making import metric_names as metric_names
from tertium.metrics._making import metrics as metrics
from tertium.metrics._parameter_files import check_no_file as check_no_file
from tertium.metrics._parameter_files import with_file as with_file
from tertium.metrics._parameter_files import write_parameters as write_parameters
from tertium.metrics._scoring import score_output as score_output
from tertium.metrics._scoring import score_outputs as score_outputs
from tertium.metrics._scoring import segment_scores as segment_scores
from tertium.metrics._unsegmented import warn_unsegmented as warn_unsegmented
