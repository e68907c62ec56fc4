/** The command line: {@code smartt} and its subcommands. */
@NullMarked
package io.smartt.emulation.cli;

import org.jspecify.annotations.NullMarked;
