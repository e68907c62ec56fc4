/** Tests of failures. */
@NullMarked
package io.smartt.base.failure;

import org.jspecify.annotations.NullMarked;
