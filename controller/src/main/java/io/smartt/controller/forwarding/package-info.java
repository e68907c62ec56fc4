/** The way from a topology to what each switch should hold, and from what it holds to that. */
@NullMarked
package io.smartt.controller.forwarding;

import org.jspecify.annotations.NullMarked;
