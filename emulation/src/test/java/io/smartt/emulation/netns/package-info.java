/** Tests of networks of namespaces. */
@NullMarked
package io.smartt.emulation.netns;

import org.jspecify.annotations.NullMarked;
