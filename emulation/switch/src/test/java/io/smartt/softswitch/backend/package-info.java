/** Tests of the counts of switches. */
@NullMarked
package io.smartt.softswitch.backend;

import org.jspecify.annotations.NullMarked;
