/** Tests of {@code io.smartt.controller.forwarding}. */
@NullMarked
package io.smartt.controller.forwarding;

import org.jspecify.annotations.NullMarked;
