/** The interactive shell on a terminal. */
@NullMarked
package io.smartt.emulation.cli.live;

import org.jspecify.annotations.NullMarked;
