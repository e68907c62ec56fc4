/** Tests of the package. */
@NullMarked
package io.smartt.p4.stf;

import org.jspecify.annotations.NullMarked;
