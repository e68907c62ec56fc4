/** The switch command and its control commands. */
@NullMarked
package io.smartt.emulation.cli.switches;

import org.jspecify.annotations.NullMarked;
