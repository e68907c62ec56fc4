/** Tests of what makes packages. */
@NullMarked
package io.smartt.release;

import org.jspecify.annotations.NullMarked;
