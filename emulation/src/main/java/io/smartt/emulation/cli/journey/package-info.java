/** {@code smartt journey}: what happened to one packet of a run. */
@NullMarked
package io.smartt.emulation.cli.journey;

import org.jspecify.annotations.NullMarked;
