/** Tests of what commands print. */
@NullMarked
package io.smartt.emulation.cli.console;

import org.jspecify.annotations.NullMarked;
