/** Tests of failures. */
@NullMarked
package io.smartt.emulation.failure;

import org.jspecify.annotations.NullMarked;
