/** Tests of fabrics of containers, without an engine. */
@NullMarked
package io.smartt.realtime.containers;

import org.jspecify.annotations.NullMarked;
