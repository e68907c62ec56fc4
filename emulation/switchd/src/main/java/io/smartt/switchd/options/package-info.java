/** Options and option values that commands of several rooms share. */
@NullMarked
package io.smartt.switchd.options;

import org.jspecify.annotations.NullMarked;
