/** A network cut into parts, one a machine. */
@NullMarked
package io.smartt.realtime.partition;

import org.jspecify.annotations.NullMarked;
