/** Commands on experiments: run, sweep, paper, compare, workload, topology and profile. */
@NullMarked
package io.smartt.emulation.cli.run;

import org.jspecify.annotations.NullMarked;
