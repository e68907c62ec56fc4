/** {@code smartt bundle}. */
@NullMarked
package io.smartt.emulation.cli.bundle;

import org.jspecify.annotations.NullMarked;
