/** Tests of the P4 programs and what was compiled from them. */
@NullMarked
package io.smartt.p4.programs;

import org.jspecify.annotations.NullMarked;
