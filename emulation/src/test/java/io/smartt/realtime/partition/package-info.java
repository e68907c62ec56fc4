/** Tests of cuts. */
@NullMarked
package io.smartt.realtime.partition;

import org.jspecify.annotations.NullMarked;
