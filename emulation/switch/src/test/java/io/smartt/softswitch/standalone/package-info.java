@NullMarked
package io.smartt.softswitch.standalone;

import org.jspecify.annotations.NullMarked;
