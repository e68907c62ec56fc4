/** Tests of {@code io.smartt.controller.target}. */
@NullMarked
package io.smartt.controller.target;

import org.jspecify.annotations.NullMarked;
