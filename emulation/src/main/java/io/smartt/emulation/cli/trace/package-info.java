/** Commands on packet traces. */
@NullMarked
package io.smartt.emulation.cli.trace;

import org.jspecify.annotations.NullMarked;
