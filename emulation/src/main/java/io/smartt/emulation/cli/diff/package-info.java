/** {@code smartt diff}. */
@NullMarked
package io.smartt.emulation.cli.diff;

import org.jspecify.annotations.NullMarked;
