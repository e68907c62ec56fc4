/**
 * The results that a run leaves behind: records of flows, queues and samples, their summary, CSVs
 * and page.
 */
@NullMarked
package io.smartt.experiment.report;

import org.jspecify.annotations.NullMarked;
