/** Tests of the package. */
@NullMarked
package io.smartt.p4.bmv2;

import org.jspecify.annotations.NullMarked;
