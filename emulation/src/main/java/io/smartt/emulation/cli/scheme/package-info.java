/** The command {@code smartt scheme}. */
@NullMarked
package io.smartt.emulation.cli.scheme;

import org.jspecify.annotations.NullMarked;
