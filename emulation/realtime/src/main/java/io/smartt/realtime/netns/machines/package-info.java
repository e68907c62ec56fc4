/** One network of namespaces over several machines: the run's side and the workers'. */
@NullMarked
package io.smartt.realtime.netns.machines;

import org.jspecify.annotations.NullMarked;
