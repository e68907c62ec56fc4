@NullMarked
package io.smartt.emulation.workload.jobs;

import org.jspecify.annotations.NullMarked;
