/** Tests of networks over several machines. */
@NullMarked
package io.smartt.emulation.fabric.netns.machines;

import org.jspecify.annotations.NullMarked;
