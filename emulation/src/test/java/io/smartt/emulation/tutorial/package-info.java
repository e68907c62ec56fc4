/** Tests of exercises run from their folders. */
@NullMarked
package io.smartt.emulation.tutorial;

import org.jspecify.annotations.NullMarked;
