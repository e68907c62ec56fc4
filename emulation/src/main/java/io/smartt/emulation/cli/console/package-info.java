/** Terminal output: standard streams, progress lines, error messages and Ctrl-C. */
@NullMarked
package io.smartt.emulation.cli.console;

import org.jspecify.annotations.NullMarked;
