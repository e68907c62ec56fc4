/** The story of each packet in a switch, for people to read. */
@NullMarked
package io.smartt.softswitch.explain;

import org.jspecify.annotations.NullMarked;
