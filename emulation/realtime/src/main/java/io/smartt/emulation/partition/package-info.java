/** A network cut into parts, one a machine. */
@NullMarked
package io.smartt.emulation.partition;

import org.jspecify.annotations.NullMarked;
