print("umc")
