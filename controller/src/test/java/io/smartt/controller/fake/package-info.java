/** A P4Runtime server that keeps what clients write in a map, for tests of its clients. */
@NullMarked
package io.smartt.controller.fake;

import org.jspecify.annotations.NullMarked;
