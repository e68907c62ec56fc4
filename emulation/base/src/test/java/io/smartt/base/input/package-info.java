/** Tests of the readers' shared parts. */
@NullMarked
package io.smartt.base.input;

import org.jspecify.annotations.NullMarked;
