/** Tests of networks over several machines. */
@NullMarked
package io.smartt.realtime.netns.machines;

import org.jspecify.annotations.NullMarked;
