@NullMarked
package io.smartt.workload.jobs;

import org.jspecify.annotations.NullMarked;
