/**
 * The container image: a Java runtime linked from this machine's JDK, the program and the C library
 * that they need.
 */
@NullMarked
package io.smartt.realtime.image;

import org.jspecify.annotations.NullMarked;
