/** Tests of {@code io.smartt.controller.p4runtime}. */
@NullMarked
package io.smartt.controller.p4runtime;

import org.jspecify.annotations.NullMarked;
