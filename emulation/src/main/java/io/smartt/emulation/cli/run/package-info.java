/**
 * Commands on experiments and their results: run, sweep, paper, compare, diff, bundle, workload,
 * topology and profile.
 */
@NullMarked
package io.smartt.emulation.cli.run;

import org.jspecify.annotations.NullMarked;
