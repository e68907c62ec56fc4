/** Tests of the counts of switches. */
@NullMarked
package io.smartt.emulation.softswitch.backend;

import org.jspecify.annotations.NullMarked;
