/** The software switch BMv2, from the side of its Thrift server. */
@NullMarked
package io.smartt.realtime.bmv2;

import org.jspecify.annotations.NullMarked;
