/** The options of commands that run an experiment. */
@NullMarked
package io.smartt.emulation.cli.experiment;

import org.jspecify.annotations.NullMarked;
