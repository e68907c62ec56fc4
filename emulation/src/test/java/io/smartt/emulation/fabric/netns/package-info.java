/** Tests of the fabric netns. */
@NullMarked
package io.smartt.emulation.fabric.netns;

import org.jspecify.annotations.NullMarked;
