/** Tests of the softswitch package. */
@NullMarked
package io.smartt.softswitch;

import org.jspecify.annotations.NullMarked;
