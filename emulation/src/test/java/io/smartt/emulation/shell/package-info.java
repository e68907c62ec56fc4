/** Tests of the shell. */
@NullMarked
package io.smartt.emulation.shell;

import org.jspecify.annotations.NullMarked;
